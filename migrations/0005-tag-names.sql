-- The form that decides whether two names are the same is made by the application, as that of addresses is: what lower()
-- does to letters beyond ASCII depends on the locale of the database.
alter table tags add column normal_name text;
update tags set normal_name = lower(name);
alter table tags alter column normal_name set not null;
drop index tags_name_unique;
alter table tags add constraint tags_name_unique unique (newsletter_key, normal_name);
