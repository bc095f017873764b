-- What the mail servers of the workers can do, as they said when they were last met. Whoever previews an email has no
-- connection to them.
create table relays (
  name text primary key,                -- host:port
  smtputf8 boolean not null,            -- takes addresses with letters beyond ASCII
  size_limit bigint,                    -- the most bytes of a message; null: it names none
  seen_date timestamptz(3) not null
);

-- Subscribers whom a relay without SMTPUTF8 cannot serve. The domain of an address is always ASCII.
create index subscribers_beyond_ascii on subscribers (newsletter_key)
  where octet_length(email_address) <> char_length(email_address);

-- Refusals that are the sender's fault and not the recipient's, by email and kind.
create table sender_faults (
  email_key bigint not null references emails on delete cascade,
  pattern text not null,                -- as in feedback
  reason text not null,                 -- what the first server said
  total integer not null default 1,
  creation_date timestamptz(3) not null,
  told_date timestamptz(3),             -- when the owner was told; null: is to be told
  primary key (email_key, pattern)
);
create index sender_faults_untold on sender_faults (creation_date) where told_date is null;
