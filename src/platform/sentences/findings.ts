/** Things that an author should check before sending. */
export const findings = {
  subject_empty: 'The subject is empty for this reader. Give its variables a default.',
  subject_long:
    'The subject has {length} characters, but phones show only about {shown}. Put the most important words first, or shorten it.',
  size: 'The HTML takes up {size}. Gmail clips it at 102 kB and hides the unsubscribe link. Shorten the body or link to the rest.',
  only_images:
    'The body consists only of images, which many readers do not load and spam filters distrust. Add text.',
  text_missing: 'The body has no text. Write something.',
  placeholder_left: '"{word}" is still in the message. Replace this placeholder.',
  description_missing:
    'The email has no description, so inboxes show the first words of the body instead. Write one line about the issue.',
  paywall_open:
    'The email is not premium, so its readers see everything below the paywall too. Make it premium, or remove the paywall.',
  address_unfilled:
    'A link or an image has no address for this reader, because a value in it is missing. Give that value a default.',
  subject_markup:
    'The subject contains HTML, which mail programs show as it is. A subject is plain text: remove the tags.',
  subject_capitals: 'The subject is in capitals, like spam. Write it as you would to a friend.',
  subject_exclaims: 'The subject has many exclamation marks, like spam. Write it as you would to a friend.',
  subject_money:
    'The subject has several currency signs in a row, like spam. Write it as you would to a friend.',
  image_webp:
    'The image {image} is a WebP file, which Outlook for Windows does not show. Use JPEG or PNG instead.',
  image_avif:
    'The image {image} is an AVIF file, which Outlook for Windows and other mail programs do not show. Use JPEG or PNG instead.',
  alt_file_name:
    'The image {image} has only its file name as alternative text. Describe what it shows, since many readers do not see it.',
  alt_missing:
    'The image {image} has no alternative text. Describe what it shows, since many readers do not see it.',
  unknown_field:
    '{part}, line {line}, column {column}: {name} does not exist, so it stays empty. Use one of {fields}.',
  unknown_variable:
    '{part}, line {line}, column {column}: {name} does not exist, so it stays empty. Your own data about a subscriber is in subscriber.metadata.',
  too_large_for_relay:
    'With its attachments the message has {bytes:number} bytes, but the mail server ({names}) accepts at most {limit}. Use links instead of attachments, or raise the limit of the mail server.',
  address_unsupported:
    '{count:recipient has an address|recipients have addresses} with non-ASCII letters before the @, which the mail server ({names}) does not accept (no SMTPUTF8). They will not get this email.',
  value_missing_some:
    'Some of the people who get this have no “{key}” and see a gap here. Add a default: | default: "…".',
  value_missing_all:
    'Nobody who gets this has a “{key}”, so everybody sees a gap here. Add a default: | default: "…".',
  value_missing_one:
    '1 of the {audience:number} people who get this has no “{key}” and sees a gap here. Add a default: | default: "…".',
  value_missing:
    '{lacking:number} of the {audience:number} people who get this have no “{key}” and see a gap here. Add a default: | default: "…".',
  text_dropped:
    '{share:number} % of the text is in HTML elements that mail programs do not show and is left out: "{words}". Put it in paragraphs; to show a tag itself, write it as code.',
  text_dropped_here:
    '{share:number} % of the text is in HTML elements that mail programs do not show and is left out: "{words}".',
  link_empty: 'The link "{url}" has no address. Fill it in.',
  link_anchor: 'The link "{url}" points to an anchor that does not exist in the body. Correct it.',
  link_invalid: 'The link "{url}" is not a valid address. Correct it.',
  link_placeholder: 'The link "{url}" is a placeholder address. Fill in the real one.',
  link_relative:
    'The link "{url}" is relative, which does not work in a mail. Use an address that begins with https://.',
  image_empty: 'The image "{url}" has no address. Fill it in.',
  image_anchor: 'The image "{url}" points to an anchor that does not exist in the body. Correct it.',
  image_invalid: 'The image "{url}" is not a valid address. Correct it.',
  image_placeholder: 'The image "{url}" is a placeholder address. Fill in the real one.',
  image_relative:
    'The image "{url}" is relative, which does not work in a mail. Use an address that begins with https://.',
} as const;
