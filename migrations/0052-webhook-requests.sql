-- The log keeps what was requested and answered, so that a person can find a mistake and send the request again.
create type webhook_attempt_kind as enum ('event', 'test', 'resend');
alter table webhook_attempts
  add column kind webhook_attempt_kind not null default 'event',
  add column url text not null default '',                    -- without credentials
  add column request_headers jsonb not null default '{}',
  add column request_body text not null default '',           -- empty: made by an older version
  add column response_headers jsonb not null default '{}';
update webhook_attempts set kind = 'test' where attempt is null;
create index webhook_attempts_event on webhook_attempts (event_id);

alter table webhooks add column last_success_date timestamptz(3);  -- to the minute
