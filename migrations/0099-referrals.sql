-- Whom readers have brought: written when somebody signs up with a reader's code, settled when they confirm.
create table referrals (
  subscriber_key bigint primary key references subscribers on delete cascade,  -- who was brought
  referrer_key bigint not null references subscribers on delete cascade,       -- and by whom
  networks text[] not null,                -- from where they signed up and confirmed, as networkOf writes them
  creation_date timestamptz(3) not null default now(),
  settled_date timestamptz(3),             -- when they confirmed; null: they have not
  refusal text                             -- why it does not count; null: it does, once it is settled
);
create index referrals_of on referrals (referrer_key, settled_date);
