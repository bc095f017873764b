-- Lists choose and count their emails in this index alone, and then read the hundred wide rows of the page.
create index emails_listing on emails (newsletter_key, creation_date, key) include (status, email_type, publish_date);
drop index emails_creation;
