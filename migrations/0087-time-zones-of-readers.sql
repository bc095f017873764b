-- Whether the sign-up form asks for the time zone.
alter table newsletters add column asks_timezone boolean not null default false;
