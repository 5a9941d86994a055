-- Places: countries, regions and cities of GeoNames. `npm run tool -- load-places` (infra/places) loads them in
-- the background of the first start.
CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public;

CREATE TABLE places (
  -- A country: its ISO 3166-1 code; a region: the code of GeoNames, for example FR.84; a city: its GeoNames id.
  id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('country', 'region', 'city')),
  name text NOT NULL,
  -- For example 'Lyon, Auvergne-Rhône-Alpes, France'.
  label text NOT NULL,
  country text COLLATE "C" NOT NULL,
  -- The id of the region of a city.
  region text COLLATE "C",
  latitude double precision,
  longitude double precision,
  -- The release of the data that it was last part of.
  release integer NOT NULL
);

-- The names of places as they are searched, made by fold_place.
CREATE TABLE place_names (
  name text COLLATE "C" NOT NULL,
  place_id text COLLATE "C" NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  -- Order of places with the same beginning: the number of inhabitants, more for countries and regions.
  weight bigint NOT NULL,
  release integer NOT NULL,
  PRIMARY KEY (name, place_id) INCLUDE (weight)
);
-- The first letters of a name match thousands of places. Most searches end with these.
CREATE INDEX place_names_well_known ON place_names (name) INCLUDE (weight, place_id)
  WHERE weight >= 100000;
CREATE INDEX place_names_by_place ON place_names (place_id);

-- At most one row: the release that has been loaded completely, and whether the locations of all older submissions
-- have been compared with it.
CREATE TABLE place_release (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  release integer NOT NULL,
  recognised boolean NOT NULL DEFAULT false,
  loaded_at timestamptz NOT NULL DEFAULT now()
);

-- Only the loader writes these tables.
REVOKE INSERT, UPDATE, DELETE ON places, place_names, place_release FROM catalog;

-- The place of `location`, chosen or recognised; NULL if it is not known or is the whole world.
ALTER TABLE submissions
  ADD COLUMN country text COLLATE "C",
  -- An id of `places`. Not a reference, because a later release may lack the place.
  ADD COLUMN place_id text COLLATE "C",
  ADD COLUMN latitude double precision,
  ADD COLUMN longitude double precision;

-- Exact numbers of submissions in public view, by country.
CREATE TABLE country_counts (
  country text COLLATE "C" PRIMARY KEY,
  boycotts bigint NOT NULL DEFAULT 0 CHECK (boycotts >= 0)
);

CREATE FUNCTION count_added_countries() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO country_counts AS known (country, boycotts)
  SELECT country, count(*) FROM added WHERE approved AND country IS NOT NULL
  GROUP BY country ORDER BY country
  ON CONFLICT (country) DO UPDATE SET boycotts = known.boycotts + excluded.boycotts;
  RETURN NULL;
END $$;
CREATE TRIGGER countries_added AFTER INSERT ON submissions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_countries();

CREATE FUNCTION count_changed_country() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.approved AND OLD.country IS NOT NULL THEN
    UPDATE country_counts SET boycotts = boycotts - 1 WHERE country = OLD.country;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.approved AND NEW.country IS NOT NULL THEN
    INSERT INTO country_counts AS known (country, boycotts) VALUES (NEW.country, 1)
    ON CONFLICT (country) DO UPDATE SET boycotts = known.boycotts + 1;
  END IF;
  RETURN NULL;
END $$;
-- Only of these columns, so that votes do not call it.
CREATE TRIGGER country_changed AFTER UPDATE OF approved, country ON submissions
  FOR EACH ROW WHEN (OLD.approved <> NEW.approved OR OLD.country IS DISTINCT FROM NEW.country)
  EXECUTE FUNCTION count_changed_country();
CREATE TRIGGER country_deleted AFTER DELETE ON submissions
  FOR EACH ROW WHEN (OLD.approved AND OLD.country IS NOT NULL)
  EXECUTE FUNCTION count_changed_country();
