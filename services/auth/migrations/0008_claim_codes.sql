-- Codes that prove an address at the domain of a business.
ALTER TABLE flows DROP CONSTRAINT IF EXISTS flows_purpose_check;
ALTER TABLE flows ADD CONSTRAINT flows_purposes CHECK (
  purpose IN ('sign-in', 'deletion', 'claim')
) NOT VALID;
