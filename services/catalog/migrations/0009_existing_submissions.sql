-- Outside a transaction, because the procedure commits after each batch.
CALL attach_submissions();
ALTER TABLE submissions VALIDATE CONSTRAINT submissions_business;
