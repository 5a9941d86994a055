-- Requests to respond are mailed at once, as outcomes are.
CREATE OR REPLACE FUNCTION mail_frequency(chosen text, kind text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(chosen, CASE
  WHEN kind IN ('decision', 'flag', 'appeal', 'request') THEN 'at-once' ELSE 'weekly'
END);
