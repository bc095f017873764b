-- What receivers report about the domains of newsletters: DMARC (who sent mail in their name) and TLS (how mail to them was
-- delivered). They belong to a domain, not to a newsletter. Anyone can send a report.
create type domain_report_kind as enum ('dmarc', 'tls');
create table domain_reports (
  key bigint generated always as identity primary key,
  kind domain_report_kind not null,
  domain text not null,
  org text not null,                  -- as it calls itself
  report_id text not null,
  sender text not null,               -- the domain that the mail said it came from
  report_hash bytea not null unique,  -- the same report that comes twice counts once
  begin_date timestamptz(3) not null,
  end_date timestamptz(3) not null,
  policy text,                        -- that the receiver found in DNS
  messages bigint not null,           -- or sessions, for TLS
  failures bigint not null,
  parts integer not null,             -- how many rows it has in the two tables below
  is_cut boolean not null,
  told_date timestamptz(3),           -- when its failures were the reason for a letter to the owners
  creation_date timestamptz(3) not null
);
create index domain_reports_domain on domain_reports (domain, begin_date);
create index domain_reports_creation on domain_reports (creation_date);

-- `origin`: relay: it has our return path. forwarded: it has our signature only. other: neither.
create type mail_origin as enum ('relay', 'forwarded', 'other');
create table domain_report_sources (
  report_key bigint not null references domain_reports on delete cascade,
  source_ip inet not null,
  header_from text not null,
  origin mail_origin not null,
  service text not null,     -- the other domain that signed it or is in its envelope; '' if none
  selector text not null,    -- of the aligned signature that passed; '' if none
  disposition text not null,
  dkim boolean not null,
  spf boolean not null,
  messages bigint not null
);
create index domain_report_sources_report on domain_report_sources (report_key);

create table domain_report_faults (
  report_key bigint not null references domain_reports on delete cascade,
  result text not null,      -- RFC 8460 section 4.3
  host text not null,
  sessions bigint not null
);
create index domain_report_faults_report on domain_report_faults (report_key);
