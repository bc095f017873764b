-- Where the tracked links of an email lead. A number is given once and never changes, so that a link works for as long
-- as the mail is kept. Number 0 is the canary: a link that no person sees.
create table email_links (
  email_key bigint not null references emails on delete cascade,
  number integer not null check (number between 0 and 65535),
  url text not null,
  primary key (email_key, number)
);

create type hit_kind as enum ('open', 'click');
create type hit_verdict as enum ('human', 'proxied', 'machine');

-- Each open and each click: first what was seen, then what the rules make of it, which can be done again.
-- The person goes, and with them their hits; the count stays in the ledger.
create table hits (
  email_key bigint not null,
  subscriber_key bigint not null references subscribers on delete cascade,
  id uuid not null,  -- given when it came in: writing it a second time writes nothing
  kind hit_kind not null,
  link_number integer check ((kind = 'click') = (link_number is not null)),
  date timestamptz(3) not null,
  seconds_after integer,  -- since the mail server had accepted the message; null where that is not known
  method text not null,
  agent text not null,    -- User-Agent, cut off
  network text not null,  -- the address without its last part: /24 of IPv4, /48 of IPv6
  accept text not null,   -- Accept, cut off
  purpose text not null,  -- Sec-Purpose, Purpose or X-Moz
  verdict hit_verdict not null,
  reasons text[] not null,
  client text not null,
  rule_version smallint not null,
  primary key (email_key, subscriber_key, id)
);
create index hits_subscriber on hits (subscriber_key);
create index hits_date on hits using brin (date);

-- Last opens and clicks are updated in place where a page has room: no index has to follow.
alter table subscribers set (fillfactor = 85);
