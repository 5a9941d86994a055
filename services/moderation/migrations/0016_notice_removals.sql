-- The content that was removed when the latest decision was made: [{"path": …, "decisionId": …}].
ALTER TABLE notices ADD COLUMN removals jsonb NOT NULL DEFAULT '[]';
