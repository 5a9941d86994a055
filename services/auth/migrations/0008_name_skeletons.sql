-- What usernames that look alike have in common; the same as `skeletonOf` in own-account/rules.ts.
CREATE FUNCTION name_skeleton(username text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN replace(replace(replace(translate(lower(username), '1i0_', 'llo-'), 'rn', 'm'), 'vv', 'w'), 'cl', 'd');
