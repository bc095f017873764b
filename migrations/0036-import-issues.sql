-- Emails that came from another service say in their metadata what they were there, so that they come in once, and old links
-- lead to them.
create index emails_imported_from on emails (newsletter_key, (metadata ->> 'imported_from'))
  where metadata ->> 'imported_from' is not null;
create index emails_former_path on emails ((metadata ->> 'former_path')) where metadata ->> 'former_path' is not null;
