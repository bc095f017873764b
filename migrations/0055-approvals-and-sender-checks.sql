alter table emails add column approval_requested_date timestamptz;

-- What the last check of a newsletter's sender found, so that it can be shown without asking DNS and the relays again.
create table sender_checks (
  newsletter_key integer primary key references newsletters on delete cascade,
  from_address text not null,       -- whose records were checked
  faults text[] not null,           -- what is wrong, in words; none while mail stays in the built-in inbox
  checked_date timestamptz(3) not null
);
