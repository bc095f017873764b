-- What the watch of senders knows of each DNS record: whether it was there, what DNS had of it, and what the owner was told.
create table domain_records (
  newsletter_key integer not null references newsletters on delete cascade,
  purpose text not null,
  name text not null,
  type text not null,
  found text[] not null,                    -- what DNS had when the record was last there
  detail text not null default '',          -- what is wrong with it
  is_lost boolean not null default false,   -- two looks in a row said so
  is_told boolean not null default false,   -- whether the last letter said that it is lost
  doubt_date timestamptz(3),                -- the first look that disagreed with is_lost
  primary key (newsletter_key, purpose, name)
);
-- When the sender is checked again: sooner while something is wrong or in doubt.
alter table sender_checks add column due_date timestamptz(3) not null default now();
