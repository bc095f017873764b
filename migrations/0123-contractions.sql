-- Which contracting migrations have run, so that a program that lacks one of them does not start; and which of them each process
-- that runs knows, so that the next one waits for those that do not.
alter table installation add column contractions text[] not null default '{}';
alter table processes add column contractions text[] not null default '{}';
