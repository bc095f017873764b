-- Where a reader wanted to go when they asked for a link: a path below their newsletter's home; empty: the archive.
alter table reader_links add column back text not null default '';
