-- In which language people are addressed: tags of BCP 47. Empty is the language of the newsletter.
alter table newsletters
  add column locale text not null default 'en',
  add column formal_words boolean not null default false,
  add column words jsonb not null default '{}';
alter table subscribers add column locale text not null default '';
alter table emails add column locale text not null default '';
alter table staged_people add column locale text;

-- The archive is searched with the rules of the language that an email is written in: PostgreSQL knows its endings and small words.
create function search_config_of(tag text) returns regconfig language sql immutable parallel safe as $$
  select (case split_part(tag, '-', 1)
    when 'ar' then 'arabic' when 'ca' then 'catalan' when 'da' then 'danish' when 'de' then 'german' when 'el' then 'greek'
    when 'en' then 'english' when 'es' then 'spanish' when 'eu' then 'basque' when 'fi' then 'finnish' when 'fr' then 'french'
    when 'ga' then 'irish' when 'hi' then 'hindi' when 'hu' then 'hungarian' when 'hy' then 'armenian' when 'id' then 'indonesian'
    when 'it' then 'italian' when 'lt' then 'lithuanian' when 'nb' then 'norwegian' when 'ne' then 'nepali' when 'nl' then 'dutch'
    when 'nn' then 'norwegian' when 'no' then 'norwegian' when 'pt' then 'portuguese' when 'ro' then 'romanian'
    when 'ru' then 'russian' when 'sr' then 'serbian' when 'sv' then 'swedish' when 'ta' then 'tamil' when 'tr' then 'turkish'
    when 'yi' then 'yiddish' else 'simple' end)::regconfig
$$;
alter table emails add column search_config regconfig not null default 'simple';

create function note_search_config() returns trigger language plpgsql as $$
begin
  new.search_config := search_config_of(
    coalesce(nullif(new.locale, ''), (select locale from newsletters where key = new.newsletter_key), 'en'));
  return new;
end $$;
create trigger emails_search_config before insert or update of locale on emails for each row
  execute function note_search_config();

create function note_search_configs() returns trigger language plpgsql as $$
begin
  update emails set search_config = search_config_of(new.locale) where newsletter_key = new.key and locale = '';
  return null;
end $$;
create trigger newsletters_search_config after update of locale on newsletters for each row
  when (new.locale is distinct from old.locale)
  execute function note_search_configs();

update emails set search_config = 'english';
drop index emails_words;
create index emails_words on emails using gin (
    to_tsvector(search_config,
      subject || ' ' || description || ' ' ||
      case when email_type = 'premium' or archival_mode <> 'enabled' then '' else left(body, 100000) end))
  where status in ('in_flight', 'sent', 'imported') and email_type not in ('private', 'churned') and archival_mode <> 'disabled';
