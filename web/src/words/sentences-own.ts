// Sentences that tell programs how to continue, so the dashboard says them in other words than the service.
import { counted, number } from './counted.ts';
import type { Sentences } from './sentences-type.ts';

/** Returns a name in quotation marks. */
export const quoted = (text: string): string => `“${text}”`;

export const ownSentences = {
  'automations.inactive_not_fetched': () =>
    'The feeds of an inactive automation are not fetched. Activate it first.',
  'automations.inactive_not_run': () => 'An inactive automation does not run. Activate it first.',
  'delivery.due_while_down': ({ date, hours }, { time }) =>
    `The email was due on ${time(date)}, but the service was not running, and that was over ${counted(hours, 'hour')} ago. Send it now if it should still go out.`,
  'delivery.interrupted': ({ hours }) =>
    `Sending was interrupted for over ${counted(hours, 'hour')}. Continue if the remaining recipients should still get it.`,
  'delivery.too_large_for_server': ({ reply }) =>
    `The email is too large for the mail server. ${reply} Make it smaller, for example with links instead of attachments, or raise the limit of the mail server. Then send it again.`,
  'delivery.failed_for': ({ minutes, trouble }, { say }) =>
    `Sending failed for ${counted(minutes, 'minute')}: ${say(trouble)} Check the mail server, then send it again.`,
  'delivery.no_copy': () => 'This subscriber has not been sent a copy of this email.',
  'domains.inbox_only': () =>
    'Mail stays in the built-in inbox, because no mail server takes it. An owner can add one under Delivery → Mail server.',
  'domains.unsigned': () =>
    'Mail is not signed: this newsletter has no DKIM keys for its domain. Create them and publish the records, unless your mail server signs.',
  'emails.all_need_approval': () => 'All your emails need approval.',
  'emails.approval_needed': ({ total, why }, { say }) =>
    `This email would go to ${counted(total, 'recipient')}. ${say(why)} Ask another owner or editor to approve it.`,
  'emails.counts_remain': ({ date }) =>
    `The record of who got this email was deleted on ${date}, as the newsletter’s settings say. Its report still has the counts.`,
  'emails.date_in_future': () => 'This email has a date in the future. Schedule it, or remove the date.',
  'emails.date_past': () => 'This time has passed. Choose a later one, or send the email now.',
  'emails.drafts_only': () =>
    'You can only write drafts. Ask an owner or editor of the newsletter to send it.',
  'emails.no_request': () =>
    'Nobody has asked for an approval of this email, or somebody has answered already.',
  'emails.no_snippet': ({ word, example }) =>
    `There is no snippet “${word}”. Create it in the settings, or remove ${example}.`,
  'emails.own_request': () => 'This request is yours. Withdraw it instead.',
  'emails.threshold': ({ count }) =>
    `More than ${counted(count, 'recipient needs', 'recipients need')} an approval.`,
  'emails.too_many_recipients': ({ total, most }) =>
    `The email would go to ${counted(total, 'recipient')}, but you may mail at most ${number(most)} with one send. Narrow the audience.`,
  'emails.was_sending': () =>
    'It was being sent when its newsletter was exported. First make sure that it was stopped there; then send it from here to those who have not received it.',
  'findings.paywall_open': () =>
    'This email is not for paying subscribers alone, so its readers see everything below the paywall too. Choose “Paying subscribers” in its settings, or remove the paywall.',
  'holds.sent_after_backup': () =>
    'It may have been sent after the backup that this database was restored from. Send it if it should go out.',
  'liquid.no_filter': ({ name }) => `there is no filter “${name}”`,
  'liquid.no_tag': ({ name }) => `there is no tag “${name}”`,
  'liquid.append_arguments': () => 'append needs one value, as in {{ name | append: "!" }}',
  'liquid.prepend_arguments': () => 'prepend needs one value, as in {{ name | prepend: "Dear " }}',
  'liquid.else_twice': () => 'one block has two “else” tags',
  'liquid.elsif_after_else': () => '“elsif” comes after “else”',
  'liquid.memory': () => 'the template makes lists or texts that are too long',
  'moving.not_empty': ({ username, found }) =>
    `The newsletter ${username} has ${found}. A whole newsletter can only be imported into an empty one. Create one first.`,
  'moving.username_differs': ({ username, wanted }) =>
    `Its username is ${username}, because another newsletter here is called ${wanted}. You can change it in the settings. The addresses of its pages begin with it.`,
  'newsletters.contrast_moved': ({ used }) =>
    `Readers see ${used} in its place. Choose a colour that differs more, or leave it at that.`,
  'people.app_missing': () =>
    'No authenticator app is set up, so there are no recovery codes. Set one up first.',
  'people.app_not_begun': () => 'No authenticator app is being set up. Start again.',
  'people.credential_first': () => 'Others can reach this service, so first set a password or add a passkey.',
  'people.works_here': ({ address }) =>
    `Somebody with the address ${address} already works on this newsletter. Change their role instead.`,
  'people.works_here_unproved': ({ address }) =>
    `Somebody with the address ${address} already works on this newsletter. Nobody has proved yet that the address is theirs, so make sure who it is, then change the role.`,
  'sequences.approval_needed': () =>
    'Your sends need approval. Ask an owner or editor of the newsletter to approve this sequence as it is now, then try again.',
  'sequences.inactive': () => 'The sequence is inactive. Activate it first.',
  'sequences.moves_people': () => 'This moves people who are inside. First look at who moves where.',
  'sequences.other_edit': () =>
    'The sequence has been changed since you looked at who moves where. Look again.',
  'sequences.no_attempt': () => 'This subscriber has no such step of a sequence.',
  'audience.no_segment_in_filter': ({ word }) =>
    `There is no segment “${word}”. Create it, or remove the condition.`,
  'audience.suppressed': ({ email_address, type }) =>
    `${email_address} is ${type}, and adding the address again does not change that. Open the person if you have new consent.`,
  'audience.already_subscriber': ({ email_address }) => `${email_address} is already a subscriber.`,
  'delivery.not_mailed': ({ status }) => `This email is ${status} and has not been mailed.`,
  'delivery.preview_tags': () =>
    'You may mail only people with certain tags. Choose people who have one of them.',
  'emails.approval_impossible': () =>
    'Your emails need approval, which is not possible for this one. Ask an owner or editor of the newsletter to send it.',
  'emails.tags_lacking': ({ tags, count }) =>
    `You may mail only people with certain tags (${tags}), and ${count} of these people have none of them. Choose other people.`,
  'emails.tags_needed': ({ tags }) =>
    `You may mail only people with certain tags (${tags}). Choose an audience that has one of them.`,
  'emails.too_many_today': ({ count, left }) =>
    `The email would go to ${counted(count, 'recipient')}, but you may mail only ${number(left)} more within these 24 hours. Narrow the audience, or wait.`,
  'files.no_attachment': () => 'One of the attachments is no longer there. Remove it, or upload it again.',
  'holds.not_waiting': () => 'One of the emails no longer waits to be sent. Look again, then decide.',
  'people.approval_needed': ({ why }, { say }) =>
    `Your changes need approval before readers see them, and ${say(why)}. Ask an owner or editor of the newsletter to do this.`,
  'people.bounded_key': ({ why }, { say }) =>
    `You can change only what you send yourself, and ${say(why)}. Ask an owner or editor of the newsletter to do this.`,
  'people.drafts_only_key': ({ why }, { say }) =>
    `You can only write drafts, and ${say(why)}. Ask an owner or editor of the newsletter to do this.`,
  'webhooks.on_hold': () => 'The installation is on hold, so nothing is posted to webhooks.',
} satisfies Partial<Sentences>;
