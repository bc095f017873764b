-- In which language people are addressed: tags of BCP 47. Empty is the language of the newsletter.
alter table newsletters
  add column locale text not null default 'en',
  add column formal_words boolean not null default false,
  add column words jsonb not null default '{}';
alter table subscribers add column locale text not null default '';
alter table emails add column locale text not null default '';
alter table staged_people add column locale text;
