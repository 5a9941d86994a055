-- Places: countries, regions and cities of GeoNames. infra/migrate/places loads them in the background of the first
-- start.

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
  -- Order of places with the same beginning: the number of inhabitants, more for countries, less for regions.
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

-- A name as it is compared: lower case, without accents, apostrophes, punctuation and a leading article.
CREATE FUNCTION fold_place(name text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN btrim(regexp_replace(regexp_replace(regexp_replace(
  lower(public.without_accents(normalize(name, NFKC))),
  '[''`´ʻ-ʼ‘’\u0300-\u036f]', '', 'g'),
  '[\u0001-/:-@\[-`{-¿\u2000-\u206f\u3000-\u303f]+', ' ', 'g'),
  '^ ?the ', ''));

-- The place that one name means: the one with most inhabitants, if the places of this name in other countries
-- are much smaller. The weight of a region is a quarter of its inhabitants.
CREATE FUNCTION likely_place(folded text) RETURNS places
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  WITH named AS (
    SELECT place_id, weight, (SELECT country FROM places WHERE id = place_id) AS country
    FROM place_names WHERE name = folded ORDER BY weight DESC LIMIT 20
  ), top AS (
    SELECT * FROM named WHERE weight >= 5000 OR length(place_id) = 2
    ORDER BY weight DESC, place_id LIMIT 1
  )
  SELECT places FROM top JOIN places ON id = place_id
  WHERE NOT EXISTS (
    SELECT FROM named WHERE named.country <> top.country
      AND named.weight * CASE WHEN place_id LIKE '%.%' THEN 16 ELSE 4 END > top.weight
  );
END;

-- The place that a location means, for example 'Berlin', 'Paris, Texas' or 'USA'; NULL if it is none, several
-- countries, or the whole world.
CREATE FUNCTION recognise_place(location text) RETURNS places
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
  parts text[];
  outermost text;
  found places;
BEGIN
  IF NOT EXISTS (SELECT FROM place_names) THEN RETURN NULL; END IF;
  parts := ARRAY(
    SELECT part FROM (
      SELECT fold_place(piece) AS part, at
      FROM regexp_split_to_table(location, '[][,;|/()\u2013\u2014،、，（）]| - ')
        WITH ORDINALITY AS pieces (piece, at)
    ) AS folded
    WHERE part <> '' ORDER BY at
  );
  IF parts && ARRAY['worldwide', 'world', 'whole world', 'global', 'globally', 'international',
    'internationally', 'everywhere', 'anywhere', 'online', 'internet', 'all countries', 'earth']
  THEN RETURN NULL; END IF;
  outermost := parts[cardinality(parts)];

  -- The first part that is within the last, preferably also within another part.
  IF cardinality(parts) > 1 THEN
    SELECT places.* INTO found
    FROM place_names AS names JOIN places ON places.id = names.place_id
    WHERE names.name = ANY (trim_array(parts, 1)) AND places.kind <> 'country' AND EXISTS (
      SELECT FROM place_names AS area
      WHERE area.name = outermost AND area.place_id IN (places.country, places.region)
    )
    ORDER BY array_position(parts, names.name), EXISTS (
      SELECT FROM place_names AS area
      WHERE area.name = ANY (parts) AND area.place_id = places.region
    ) DESC, names.weight DESC, places.id
    LIMIT 1;
    IF found.id IS NOT NULL THEN RETURN found; END IF;
  END IF;

  IF (
    SELECT count(DISTINCT place_id) > 1 FROM place_names
    WHERE length(place_id) = 2 AND name = ANY (ARRAY(
      SELECT fold_place(piece)
      FROM regexp_split_to_table(location, '[][,;|/()&+\u2013\u2014،、，（）]| - | and ') AS piece
    ))
  ) THEN RETURN NULL; END IF;
  found := likely_place(outermost);
  IF found.id IS NULL AND cardinality(parts) = 2 AND location !~ ' (and|&|\+) ' THEN
    found := likely_place(parts[1]);
  END IF;
  RETURN found;
END $$;

-- Sets the chosen place of a new submission, or else the place that its location means. A trigger, so that every
-- inserted submission gets its place, whichever code inserts it.
CREATE FUNCTION locate_submission() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  found places;
BEGIN
  IF NEW.place_id IS NOT NULL THEN
    SELECT * INTO found FROM places WHERE id = NEW.place_id;
  END IF;
  IF found.id IS NULL THEN found := recognise_place(NEW.location); END IF;
  NEW.country := found.country;
  NEW.place_id := found.id;
  NEW.latitude := found.latitude;
  NEW.longitude := found.longitude;
  RETURN NEW;
END $$;
CREATE TRIGGER submission_located BEFORE INSERT ON submissions
  FOR EACH ROW WHEN (NEW.country IS NULL) EXECUTE FUNCTION locate_submission();
