-- The hash of the last document that was taken in from a feed, with the headers and the version that decide what it means: the
-- same document need not be read again.
alter table feeds add column document_hash text;
