-- Outside a transaction, because the procedure commits after each batch.
CALL store_all_words();
