-- Names by which a place is found, other than its own: 'Sankt Petersburg', 'Deutschland'. The loader fills the column.
ALTER TABLE place_names ADD COLUMN is_alias boolean NOT NULL DEFAULT false;
