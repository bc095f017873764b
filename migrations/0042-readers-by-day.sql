-- How many people came to get mail, and how many ceased to, by day and reason. Each event that changes the number adds a row
-- in its own statement, so that nobody waits for a counter; the rows of a day are summed up later (`is_sum`).
create table growth (
  key bigint generated always as identity primary key,
  newsletter_key integer not null references tenants on delete cascade,
  day date not null,               -- in the newsletter's time zone, as it was then
  reason text not null,
  count integer not null,
  is_sum boolean not null default false
);
create index growth_newsletter on growth (newsletter_key, day);
create unique index growth_sums on growth (newsletter_key, day, reason) where is_sum;
create index growth_rest on growth (key) where not is_sum;

-- The types of people who get mail.
create function gets_mail(type text) returns boolean language sql immutable parallel safe
return coalesce(type in ('regular', 'churned', 'premium', 'gifted', 'trialed', 'churning', 'past_due'), false);

-- Why an event makes the number of people who get mail greater or smaller by one; null if it does not.
create function growth_reason(event_type text, data jsonb) returns text language sql immutable parallel safe
return case event_type
  when 'subscriber.created' then case when gets_mail(data ->> 'type') then
    case data ->> 'source' when 'import' then 'imported' when 'form' then 'signed_up' else 'added' end end
  when 'subscriber.type.changed' then case
    when gets_mail(data ->> 'to') and not gets_mail(data ->> 'from') then
      case data ->> 'from' when 'unactivated' then 'signed_up' else 'returned' end
    when gets_mail(data ->> 'from') and not gets_mail(data ->> 'to') then
      case data ->> 'to' when 'undeliverable' then 'bounced'
        when 'unsubscribed' then 'unsubscribed' when 'complained' then 'complained'
        when 'blocked' then 'blocked' when 'paused' then 'paused' else 'other' end end
  when 'subscriber.deleted' then case when gets_mail(data ->> 'type') then 'deleted' end
end;

-- The day of a moment in a time zone; in UTC if PostgreSQL does not know the zone.
create function day_in(moment timestamptz, zone text) returns date language plpgsql stable parallel safe as $$
begin
  return (moment at time zone zone)::date;
exception when invalid_parameter_value then
  return (moment at time zone 'UTC')::date;
end $$;

-- What the journal still knows. Until now a deletion did not say what the person was.
insert into growth (newsletter_key, day, reason, count, is_sum)
select newsletter_key, day, reason, count(*), true
from (
  select newsletter_key, day_in(creation_date, timezone) as day, growth_reason(event_type, data) as reason
  from (
    select events.newsletter_key, events.creation_date, timezone, event_type,
      case event_type when 'subscriber.deleted' then jsonb_build_object('type', (
        select coalesce(former.data ->> 'to', former.data ->> 'type') from events former
        where former.subscriber_id = events.subscriber_id and former.key < events.key
          and former.event_type in ('subscriber.created', 'subscriber.type.changed')
        order by former.key desc limit 1)) else events.data end as data
    from events join newsletters on newsletters.key = events.newsletter_key
    where event_type in ('subscriber.created', 'subscriber.type.changed', 'subscriber.deleted')
  ) told
) counted
where reason is not null
group by newsletter_key, day, reason;
