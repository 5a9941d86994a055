-- If a name moves to another business, as in a merge and in its undoing, the words of both are outdated.
CREATE OR REPLACE FUNCTION mark_business_outdated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  changed_ids text[];
BEGIN
  IF TG_TABLE_NAME = 'businesses' THEN
    changed_ids := ARRAY[NEW.id];
  ELSE
    changed_ids := ARRAY[OLD.business_id, NEW.business_id];
  END IF;
  -- The name of a new business comes before its row.
  INSERT INTO outdated_businesses (business_id)
  SELECT id FROM businesses WHERE id = ANY (changed_ids) ORDER BY id;
  RETURN NULL;
END $$;
