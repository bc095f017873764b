-- The language of the dashboard that a person has chosen; empty: their browser's.
alter table people add column language text not null default '';
