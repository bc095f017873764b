/** Reasons why a single line of an import was refused, skipped or changed. */
export const lines = {
  address_empty: '"{column}" is empty. Write an email address.',
  issue_cut_off: 'It is too long, and its end was cut off.',
  more_pictures: '{count:further picture|further pictures} could not be copied either.',
  html_too_complicated: 'Its HTML is too complicated to be read. Create it here by hand.',
  erased_here: 'The person was erased here and does not come back. They can sign up again themselves.',
  there_already:
    'The person is a subscriber already, and this import does not change subscribers (existing=skip).',
  signed_up_after: 'The person signed up here after leaving there, and stays.',
  unsubscribed_here:
    'The person unsubscribed here. Choose to bring them back (revive=unsubscribed) if the file has newer consent.',
  bounced_here:
    'Mail to this address bounced here. Choose to bring them back (revive=undeliverable) if the file has newer consent.',
  complained_here: 'The person reported a mail as spam here. Only they can sign up again.',
  blocked_here: 'The person is blocked here.',
  removed_here: 'The person was removed here.',
  no_address: 'email_address: it is empty.',
  bad_address: 'email_address: {text} is not an email address. Correct it, or remove the line.',
  too_many_tags: 'tags: the file has more than 10000 different tags. Choose another column for tags.',
  too_many_tags_each: 'tags: use at most {most:number} for one person.',
  metadata_too_long: 'metadata: it is longer than {most:number} characters. Leave columns out.',
  metadata_unreadable: 'metadata: it contains an invalid character (NUL, or half of a surrogate pair).',
  field_too_long: '{field}: use at most {most:number} characters.',
  field_nul: '{field}: it contains a NUL character. Remove it.',
  html_nul: 'html: it contains a NUL character. Remove it.',
  imported_earlier: 'The issue was imported earlier.',
  tag_stays: 'The tag "{name}", which the import created, is in use and stays. Delete it yourself.',
  issue_changed: 'The issue "{subject}" has been changed since.',
  quote_continues:
    'A quoted cell continues after its closing quote. Write quotes inside of cells twice, as in "the ""best"" one".',
  quote_open:
    'A quote opens a cell and is never closed. Close it, or write it twice if it belongs to the text.',
  line_too_long: 'The line is longer than {most:number} characters. Shorten it.',
  line_nul: 'The line contains a NUL character, so it is damaged or not text. Remove that character.',
  too_many_cells:
    'The line has {count} cells, and at most {most} are read. Remove columns that you do not need.',
  json_nul: 'The line contains a NUL character. Remove that character.',
  cells_differ:
    'The line has {count} cells, and the first line of the file has {width}. Put cells that contain the delimiter in quotes.',
  beehiiv_status: `beehiiv's status "{status}" is not known. Correct it in the file.`,
  markdown_missing: 'emails/{name}.md is missing, so there is no text.',
  ghost_deleted: 'Ghost has deleted this member.',
  ghost_no_html:
    'The post "{title}" has no HTML in the file. Publish it in Ghost and export again, or create it here by hand.',
  kit_status: `Kit's status "{status}" is not known. Correct it in the file.`,
  listmonk_status: `listmonk's status "{status}" is not known. Use enabled, disabled or blocklisted.`,
  mailchimp_customer:
    'Mailchimp lists this person as non-subscribed: they bought something, and never asked for the newsletter.',
  mailerlite_status: `MailerLite's status "{status}" is not known. Correct it in the file.`,
  post_too_large: 'The post has over {limit}. Shorten it, or create it here by hand.',
  post_missing: '{name} is missing in the folder posts, so there is no text. Create the post here by hand.',
  website_account: 'These are accounts of a website. Import them only if they asked for your newsletter.',
  post_large: 'The post "{title}" is too large. Shorten it.',
  post_private:
    'The post "{title}" is private, and would be public here. Publish it there, or create it here by hand.',
  post_protected:
    'The post "{title}" is protected by a password, and would be public here. Publish it there, or create it here by hand.',
  same_person: 'The same person as in line {line}. The lines count as one.',
  same_person_of: 'The same person as in line {line} of "{file}". The lines count as one.',
  same_person_state:
    'The same person as in line {line}. The lines contradict each other, and the stricter state counts: {state}.',
  same_person_of_state:
    'The same person as in line {line} of "{file}". The lines contradict each other, and the stricter state counts: {state}.',
  same_person_earlier: 'The same person as in an earlier line. The lines count as one.',
  same_person_earlier_state:
    'The same person as in an earlier line. The lines contradict each other, and the stricter state counts: {state}.',
  stricter_here: 'The person is {present} here and {new} in the file. The stricter state counts: {state}.',
  no_object: 'The line is not a JSON object. Write one object in each line, such as {example}.',
  unknown_status:
    '"{column}": "{text}" is not a known status. Use active, unconfirmed, unsubscribed, bounced, complained, suppressed, paid, gifted or trial, or leave this column out.',
  cell_no_object: '"{column}": "{text}" is not a JSON object. Leave this column out, or keep it as text.',
  read_since: 'The person has opened or clicked a mail since.',
  changed_since: 'The person has been changed since, or has changed something.',
} as const;
