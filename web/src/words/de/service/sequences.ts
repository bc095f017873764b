import type { sequences as english } from '../../../../../src/platform/sentences/sequences.ts';
import type { Translated } from '../../translated.ts';

export const sequences: Translated<typeof english> = {
  approval_needed:
    'Das Senden braucht eine Freigabe. Ein Inhaber oder Redakteur des Newsletters muss diese Sequenz in ihrer jetzigen Form freigeben (POST /v1/automations/{id}/approval); dann die Anfrage wiederholen.',
  cannot_approve: 'Wer zum Senden selbst eine Freigabe braucht, kann andere nicht freigeben.',
  own_approval:
    'Wer diese Sequenz zuletzt geändert oder eingeschaltet hat, auch mit einem Schlüssel, kann sie nicht freigeben. Das muss eine andere Person oder ein Programm mit anderem Schlüssel tun.',
  too_many:
    'Der Newsletter hat schon {most} Sequenzen, mehr sind nicht erlaubt. Eine löschen, die nicht gebraucht wird.',
  no_trigger: 'trigger: {name} gibt es hier nicht; ist {nearest} gemeint?',
  no_action: '{field}.type: {type} gibt es hier nicht. Möglich sind {types}.',
  action_unsuited: '{field}.type: {type} passt nicht zum Auslöser {trigger}. Möglich sind {types}.',
  moves_people:
    'hash: Das verschiebt Personen, die darin sind. Zuerst mit dry_run true senden, ansehen, wer wohin kommt, und hash wiederholen.',
  other_edit:
    'hash: Das ist nicht die Änderung des Probelaufs, oder die Sequenz wurde seither geändert. Noch einmal mit dry_run true senden.',
  inactive: 'status: Die Sequenz ist ausgeschaltet. Zuerst einschalten (PATCH mit status active).',
  concerns_nobody:
    'subscribers: Diese Sequenz betrifft niemand Bestimmten ({trigger}). Keinen Inhalt senden.',
  for_whom:
    'subscribers: angeben, für wen: mit subscribers (IDs oder Adressen) oder mit filters (eine leere Gruppe heißt alle).',
  too_many_people: 'filters: Sie wählen mehr als {most} Personen aus. In Teilen aufnehmen.',
  not_own:
    'Mit Grenzen geht das nur in selbst eingeschalteten Sequenzen. Ein Inhaber oder Redakteur des Newsletters kann helfen.',
  no_date: 'trigger_date: angeben, welches Datum sie auslöst, etwa {example}.',
  other_newsletter:
    'newsletter_id: Das muss ein anderer Newsletter hier sein, und einrichten muss es ein Inhaber oder Redakteur beider.',
  email_not_draft:
    'email_id: Diese E‑Mail hat den Status {status}. Einen Entwurf verwenden: Eine Sequenz sendet ihn an eine Person nach der anderen, nicht als Ausgabe.',
  no_email: 'email_id: Dieser Newsletter hat keine E‑Mail mit dieser ID.',
  no_mail: 'metadata: eine E‑Mail mit email_id nennen, oder subject und body senden.',
  passage_over: 'status: Dieser Durchlauf ist beendet ({status}); daran lässt sich nichts ändern.',
  no_attempt:
    'Dieser Abonnent hat keinen Schritt einer Sequenz mit dieser ID. GET /v1/subscribers/{id_or_email}/automations listet sie auf.',
  step_done:
    'status: Dieser Schritt ist erledigt, oder der Durchlauf ist beendet; er lässt sich nicht überspringen.',
  active_elsewhere:
    'Sie war eingeschaltet, wo ihr Newsletter exportiert wurde. Einschalten, damit es von hier weitergeht.',
  email_paused: 'Die E‑Mail ist pausiert.',
  not_theirs: 'Wer das eingeschaltet hat, ist weder Inhaber noch Redakteur des anderen Newsletters.',
};
