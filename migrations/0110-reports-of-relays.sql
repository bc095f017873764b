-- Each relay may have a mail service that reports to an address of its own, and may be paused.
alter table relays
  add column report_service text,                        -- ses, postmark and so on; null: none
  add column report_secret text not null default '',     -- encrypted
  add column is_paused boolean not null default false;

-- Topics of Amazon SNS that ask to report to us. A person confirms each.
create table report_topics (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  relay_key smallint references relays (key) on delete cascade,  -- null: the whole installation's, SES_TOPIC_ARN
  topic_arn text not null,
  subscribe_url text,                                    -- where to confirm; null: nothing waits
  asked_date timestamptz(3) not null default now(),
  confirmed_date timestamptz(3),
  unique nulls not distinct (relay_key, topic_arn)       -- the index of relay_key too
);
