-- The rules that a newsletter's archive is searched by: one entry for each language, however many emails there are.
create index emails_search_configs on emails (newsletter_key, search_config)
  where status in ('in_flight', 'sent', 'imported') and email_type not in ('private', 'churned') and archival_mode <> 'disabled';
