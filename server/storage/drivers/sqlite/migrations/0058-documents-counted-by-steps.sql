-- Steps that store and remove documents count them with their sources and collections.

DROP TRIGGER documents_counted;
DROP TRIGGER documents_recounted;
DROP TRIGGER documents_uncounted;
