/** Faults of a request, whatever it is for. */
export const requests = {
  key_in_progress:
    'A request with this Idempotency-Key is still in progress. Try again when it has finished.',
  key_reused: 'This Idempotency-Key was used for a different request. Use a new key for each new request.',
  key_too_long: 'Idempotency-Key: send this header once, with at most 200 characters.',
  no_page: 'This page does not exist.',
  page_with_emails: 'page_size: use at most {most} with expand=email.',
  not_found: 'This newsletter has no {what} with this identifier.',
  not_utf8: 'The body is not valid UTF-8 (RFC 8259 §8.1). Encode it as UTF-8.',
  nested_too_deeply: 'The body is nested more than {most} levels deep. Use fewer levels.',
  not_json: 'The body is not valid JSON: {reason}. {remedy:sentence}',
  json_cut_off: 'It ends too early: send all of it, with its Content-Length.',
  json_line_break: 'Inside a text, write a line break as \\n and a tab as \\t.',
  json_backslash: 'Inside a text, write a backslash as \\\\.',
  json_last_comma: 'Remove the comma after the last entry.',
  json_quotes: 'Write names and texts in straight double quotes (").',
  json_not_form: 'It looks like a form: write fields as in a JavaScript object.',
  json_library: 'Let a JSON library write it.',
  body_encoded_twice: 'The body is a text that contains JSON: it was encoded twice. Send the object itself.',
  get_with_body: 'A GET takes no body: put the filters into the address, such as {example}.',
  not_an_id:
    'This newsletter has no {what} with the identifier {given}: ids look like {example}. Take it from the field id in a list.',
  not_found_with_key:
    'This newsletter has no {what} with this identifier. Your API key belongs to the newsletter {username}; use the key of the one that has it.',
  header_values: '{header}: use {values}.',
  if_match_wrong:
    'If-Match: send the ETag of the object in its double quotes, several separated by commas, or *.',
  internal_error: 'An internal error occurred. The log has the details under request {id}.',
  under_v1: 'There is nothing for programs at {path}: all addresses of the API begin with /v1. Use {meant}.',
  body_too_large:
    'The request body is larger than this server accepts. Send less at once, or ask the operator to raise BODY_LIMIT_BYTES.',
  json_needed:
    'The body must be sent as application/json (got {given}). Send JSON, with the header "Content-Type: application/json".',
  form_unreadable: 'The form is not valid multipart/form-data (RFC 7578).',
  process_leaving: 'This process is about to stop. Send requests to another one.',
  database_away: 'The database cannot be reached.',
  migrations_missing: 'The database lacks the migrations {migrations}. Run: npx postrider migrate',
  ordering_unknown: 'ordering: use one of {orders}, or one of these with a leading -.',
  range_beyond: 'Range: the file has {size} bytes. Request bytes before its end.',
  rate_limited: 'Rate limit exceeded: at most {max:request|requests} a minute. Try again in {after}.',
  nothing_there: 'There is nothing at {path}. See the reference at /docs.',
  nothing_there_meant: 'There is nothing at {path}. Did you mean {meant}? See the reference at /docs.',
  method_unsupported: 'This address does not support {method}. Use {methods}.',
  nul_parameter: 'A parameter contains %00, which cannot be stored. Remove it.',
  host_missing: 'The header Host is missing (RFC 9112 §3.2).',
  host_twice: 'The header Host was sent twice (RFC 9112 §3.2). Send it once.',
  filter_unsupported:
    '{name}: this filter is not supported here, and ignoring it would return more than you asked for. Remove it.',
  disk_read_only:
    'The disk for uploaded files is read-only, so nothing can be stored. Check the disk and mount it writable again.',
  disk_full: '{what:sentence}, so nothing can be stored. Free some space, then try again.',
  try_again: '{what:sentence} Nothing was stored. Try again in a moment.',
  data_disk_full: 'The disk of DATA_DIR is full',
  too_slow: 'The request arrived too slowly. Send it again over a faster connection, or in smaller parts.',
  database_disk_full: 'The disk of the database is full',
  files_disk_full: 'The disk for uploaded files is full',
  no_connection: 'The database has no free connection. Lower DATABASE_POOL or raise its max_connections.',
  database_starting: 'The database is starting or stopping.',
  no_connection_in_time:
    'No database connection became free in time. Raise DATABASE_POOL if this happens often.',
  database_read_only: 'The database server accepts no writes at the moment.',
  connection_broke:
    'The connection to the database broke off, so it is unknown whether anything was stored. Look before you repeat the request, or repeat it with the same Idempotency-Key.',
  body_wrong: 'The request body: {reason:sentence}',
  bad_address:
    'The address is not valid: a % is not followed by two hexadecimal digits, or the bytes that they encode are not UTF-8. Encode it again.',
  no_parameters: '{name}: unknown parameter. This list takes none: remove it.',
  unknown_parameter: '{name}: unknown parameter. All parameters are listed at /docs.',
  unknown_parameter_meant:
    '{name}: unknown parameter. Did you mean {meant}? All parameters are listed at /docs.',
  header_too_large: 'The request header is too large.',
  no_http: 'This is not a valid HTTP request.',
} as const;
