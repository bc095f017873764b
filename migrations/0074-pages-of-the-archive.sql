-- Holds what the list of published emails is sorted by, so that a late page of an archive skips the others without reading them.
drop index emails_published;
create index emails_published on emails (newsletter_key, (coalesce(publish_date, status_date)) desc, key desc)
  include (publish_date, status_date)
  where status in ('in_flight', 'sent', 'imported') and email_type not in ('private', 'churned') and archival_mode <> 'disabled';
