-- An email that goes once more, with a subject of its own, to people who got `second_try_of` and missed it.
create type second_try_to as enum ('unopened', 'unopened_or_unknown', 'unclicked');
alter table emails
  add column second_try_of uuid,
  add column second_try_to second_try_to,
  add constraint emails_second_try_is_whole check ((second_try_of is null) = (second_try_to is null));
create unique index emails_second_try_unique on emails (second_try_of) where status <> 'deleted';
