-- What was decided about somebody or by them, and their appeals: to take along, and to forget.
CREATE INDEX decisions_by_account ON decisions (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX decisions_by_admin ON decisions (admin_id);
CREATE INDEX appeals_by_author ON appeals (author_id);
