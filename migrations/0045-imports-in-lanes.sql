-- Two connections take in the batches of an import, in any order: import_batches says which are in, and imports only how many
-- people that is.
alter table imports rename column place to people_done;
