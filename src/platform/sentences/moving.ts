/** Imports and exports, as a whole. */
export const moving = {
  export_not_ready: 'The export is {status}. Retrieve it until its status is ready, then download it.',
  no_options: 'The import of a whole newsletter has no options. Run it, or delete it.',
  options_closed:
    'The import is {status}. Its options can be changed after the dry run and before the run. Upload the file again.',
  not_validated: 'The import is {status}. Only one whose dry run is done (validated) can run.',
  newsletter_not_undone: 'The import of a whole newsletter cannot be undone. Delete the newsletter instead.',
  undo_too_late:
    'An import can be undone for {days} days, and this one is older. Correct what it imported with a bulk action.',
  nothing_imported: 'Only the dry run was made, so there is nothing to undo.',
  nothing_to_undo: 'The import is {status}, so there is nothing to undo.',
  not_empty:
    'The newsletter {username} has {found}. A bundle can only be imported into an empty newsletter. Create one with POST /v1/newsletters, then import with its key.',
  copied_deleted: 'The newsletter that was being copied has been deleted.',
  newsletter_deleted: 'The newsletter was deleted.',
  import_deleted: 'The import was deleted, or is being undone.',
  option_not_json: '{name}: use a JSON object such as {example}.',
  import_gone: 'The import was deleted.',
  file_too_large:
    'The file is larger than the {limit} that this server accepts. Split it, or ask the operator to raise IMPORT_LIMIT_BYTES.',
  file_empty: 'The file is empty. Check it, then upload it again.',
  file_missing: 'file: the form needs a file in the part "file".',
  export_failed: 'Postrider failed {times} times in a row ({reason}). See the log, then export again.',
  no_column: 'columns: the file has no column "{column}". Its columns are {columns}.',
  column_unusable:
    'columns: "{column}" cannot be imported as "{target}". Use {targets}, metadata.NAME, or "" for nothing.',
  no_address_column:
    'no column has email addresses. Say in columns which one is email_address; the columns are {columns}.',
  two_address_columns: 'columns: {columns} cannot both be email_address. Choose one.',
  lines_not_copied: '{part}: {count} lines were not copied',
  copied_drafts:
    'Emails that were scheduled are drafts with their dates. Schedule those that you want to send.',
  copied_automations:
    'The automations are inactive. Activate those that should follow their feeds for this newsletter too.',
  copied_setup:
    'API keys, webhooks, the team, DKIM keys and the captcha of {name} were not copied. Set up what you need.',
  username_differs:
    'Its username is {username}, because another newsletter here is called {wanted}. Change it with PATCH /v1/newsletters/{id}. The addresses of its pages begin with it.',
  username_now: 'Its username is now {username} instead of {before}.',
  not_in_bundle: 'API keys, people, DKIM keys and the captcha are not in the bundle. Set them up here.',
  too_many_people: 'it has more than {most:number} people. Split it into several files.',
  tag_called: 'The tag {word} is called "{name}" here.',
  refused_listed: 'The report lists the first {most:number} refused lines. {more:number} more were refused.',
  lines_contradict:
    '{who} several lines that contradict each other, such as subscribed and unsubscribed. The stricter state wins; the report names the lines.',
  dates_ambiguous:
    '"{column}": {dates} such as {example} can be read in two ways, so they are left out. Choose whether the day or the month comes first (date_orders).',
  exists_here:
    '{what}: {which} already exists in this installation. An installation cannot have the same newsletter twice. Delete the other one, wait until its rows are gone, then import again.',
  two_lines_contradict: 'two lines contradict each other ({constraint}).',
  value_not_stored: 'a value cannot be stored ({reason}).',
  import_failed: 'Postrider failed {times} times in a row ({reason}). See the log, then import again.',
  line_nested: 'line {line}: its JSON is nested too deeply.',
  line_not_json: 'line {line}: it is not JSON.',
  entry_too_large: 'line {line}: an entry is larger than {most:number} characters.',
  end_missing: 'its end is missing. Export it again.',
  no_rows: 'it has no rows.',
  too_many_columns: 'it has {count} columns, and at most {most} are read.',
  no_csv: 'it holds no CSV file. Send a CSV file, or a zip of them.',
  ghost_no_posts: '{file}: it has no posts. Send the file that Ghost exports.',
  ghost_url:
    'Ghost writes __GHOST_URL__ for its own address. Fill in the former address of past issues (site_url), or pictures and links in the posts that need it are dropped.',
  xml_nested: 'its XML is nested too deeply. Export it again.',
  line_not_utf8: 'line {line}: it is not UTF-8.',
  line_longer: 'line {line}: it is longer than {limit}.',
  not_recognised:
    'No list of people was recognised in the file ({names}). Send CSV with a header line, JSON lines with an email address in each, or a file that another service has exported; or name its format.',
  none_recognised:
    'No list of people was recognised in the files of the zip ({names}). Send CSV with a header line, JSON lines with an email address in each, or a file that another service has exported; or name its format.',
  cannot_import: 'The file cannot be imported: {reason:sentence}',
  cannot_import_part: 'The file cannot be imported: {part}: {reason:sentence}',
  images_stay: '{count:copied image is|copied images are} shown elsewhere here, and not deleted.',
  not_utf8:
    '{count:line is not UTF-8 and was|lines are not UTF-8 and were} read as Windows-1252. If names look wrong, save the file as UTF-8 and import that.',
  read_as: 'It was read as {charset}.',
  dates_left_out:
    '"{column}": {count:cell is not a date and was|cells are not dates and were} left out, such as "{example}". Write dates as 2026-11-20.',
  drafts_dated:
    '{count:draft has a publish_date|drafts have a publish_date}. If it was scheduled, schedule it again.',
  emails_errored:
    '{count:email is errored|emails are errored}. Read its status_reason before you send the rest.',
  automations_inactive:
    '{count:automation is inactive|automations are inactive}. Deactivate them in the old installation, then activate them here.',
  webhooks_disabled:
    '{count:webhook is disabled and has a new signing key|webhooks are disabled and have new signing keys}. Give the keys to the receivers, then enable the webhooks.',
} as const;
