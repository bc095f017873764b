-- An image with the same bytes is the same image. Images of earlier days have no hash: they are made again once.
alter table files
  add column hash bytea,                       -- SHA-256 of an image's bytes
  add column metadata jsonb not null default '{}';
create unique index files_image_unique on files (newsletter_key, hash) where kind = 'image';
