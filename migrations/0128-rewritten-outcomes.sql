-- Whose outcomes workers wrote again, because the database that took over lacked them.
create table rewritten_outcomes (
  email_key bigint not null references emails on delete cascade,
  subscriber_key bigint not null,
  date timestamptz(3) not null default now(),
  primary key (email_key, subscriber_key)
);
