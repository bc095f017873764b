import type { relays as english } from '../../../../../src/platform/sentences/relays.ts';
import type { Translated } from '../../translated.ts';

export const relays: Translated<typeof english> = {
  no_tls_for_password: 'Le relais ne propose pas TLS, et un mot de passe ne doit pas partir en clair.',
  no_starttls: 'Le relais ne propose pas STARTTLS. Pour l’utiliser sans TLS, mettez tls à opportunistic.',
  certificate_untrusted:
    '{protocol}, mais le certificat n’est pas reconnu. Donnez au serveur de messagerie un certificat reconnu.',
  certificate_ends: 'Le certificat prend fin le {date}. Renouvelez le certificat du serveur de messagerie.',
  tls_until: '{protocol}, avec un certificat valable jusqu’au {date}.',
  no_answer: 'Aucune réponse en {seconds:number} secondes.',
  silent_after_mail:
    'Une connexion au serveur de messagerie est muette depuis {seconds:number} secondes, après MAIL.',
  silent_for_domain:
    'Depuis {seconds:number} secondes, le serveur de messagerie ne dit pas s’il prend un message pour {domain}.',
  silent_after_message:
    'Le serveur de messagerie a reçu il y a {seconds:number} secondes un message pour {domain} et n’a pas encore répondu.',
  mail_unanswered:
    'Le serveur de messagerie n’a pas répondu à MAIL pendant {seconds:number} secondes, et a répondu sur d’autres connexions.',
  not_greeted:
    'Le serveur de messagerie a accepté une connexion il y a {seconds:number} secondes et ne nous a pas encore salués.',
  ehlo_unanswered:
    'Le serveur de messagerie a accepté une connexion il y a {seconds:number} secondes et n’a pas encore répondu à EHLO.',
  tls_not_begun:
    'Le serveur de messagerie a accepté une connexion il y a {seconds:number} secondes et n’a pas encore commencé TLS.',
  login_unanswered:
    'Le serveur de messagerie a accepté une connexion il y a {seconds:number} secondes et n’a pas encore répondu à l’authentification.',
  unanswered:
    'Le serveur de messagerie a accepté une connexion il y a {seconds:number} secondes et n’a pas encore répondu.',
  connect_failed: '{reason:sentence} Vérifiez l’hôte et le port, et qu’aucun pare-feu ne barre la route.',
  tls_failed: '{reason:sentence} Vérifiez que l’hôte est un nom du certificat du serveur de messagerie.',
  ehlo_failed:
    '{reason:sentence} Vérifiez que l’hôte et le port mènent à un serveur de messagerie, et qu’il laisse entrer cette machine.',
  login_failed:
    '{reason:sentence} Vérifiez l’utilisateur et le mot de passe. Certains services veulent un mot de passe fait pour les programmes.',
  mail_failed: '{reason:sentence} Vérifiez que ce compte peut envoyer depuis l’adresse de la newsletter.',
  no_tls_here: 'Le relais ne propose pas TLS. Les e‑mails ne quittent pas cette machine.',
  tls_off_here: 'TLS est désactivé dans les réglages du relais. Les e‑mails ne quittent pas cette machine.',
  no_tls:
    'Le relais ne propose pas TLS. Les e‑mails peuvent être lus en route. Activez STARTTLS sur le serveur de messagerie, ou utilisez-en un qui le propose.',
  tls_off:
    'TLS est désactivé dans les réglages du relais. Les e‑mails peuvent être lus en route. Activez STARTTLS sur le serveur de messagerie, ou utilisez-en un qui le propose.',
  closed: 'Le relais a fermé la connexion.',
  none: 'Il n’y a pas de relais pour cet e‑mail.',
  paused: 'Le relais est en pause.',
  stopping: 'Le service est en train de s’arrêter.',
  silent: 'Le relais ne répond pas.',
  strange_reply: 'Le relais a envoyé une réponse inattendue.',
  idle: 'La connexion était inactive.',
  not_needed: 'La connexion n’était plus nécessaire.',
  slow: 'Le relais a tardé à répondre.',
  unresponsive: 'Le serveur de messagerie ne répond pas.',
  undecided: 'Le serveur de messagerie n’a pas dit s’il prend un message pour ce destinataire.',
  tls_words: 'TLS : {words}',
  no_address: '553 5.1.3 Ce n’est pas une adresse e‑mail valide.',
  no_smtputf8: '550 5.6.7 Le relais n’accepte pas les adresses avec des lettres non ASCII.',
  no_eight_bit: '554 5.6.3 Le relais n’accepte pas de texte sur 8 bits.',
  over_limit: 'Le serveur de messagerie accepte au plus {limit}, mais le message pèse {bytes:number} octets.',
  with_size: '{reply} (Le message pèse {bytes:number} octets.)',
  no_such_login: 'Le relais ne propose pas l’authentification par {chosen}, seulement {offered}.',
  no_reply: 'pas une réponse SMTP : {words}',
  long_reply: 'une réponse de plus de {kilobytes} ko',
  one_withdrawn: 'Un message a été retiré.',
  withdrawn: 'Le message a été retiré avant son envoi.',
  stopping_unanswered: 'Le service est en train de s’arrêter, et le relais n’a pas répondu.',
};
