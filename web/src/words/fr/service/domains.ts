import type { domains as english } from '../../../../../src/platform/sentences/domains.ts';
import type { Translated } from '../../translated.ts';

export const domains: Translated<typeof english> = {
  publish_key: 'Publiez cet enregistrement. La clé ne signe rien tant que le DNS ne la montre pas.',
  other_key: 'Le DNS montre une autre clé sous ce nom. Remplacez-la par celle-ci.',
  next_key:
    'Cette clé succède à celle qui signe, dès que le DNS a cet enregistrement. D’ici là, rien ne change.',
  leave_key: 'Rétablissez cet enregistrement. Des e‑mails signés par la clé retirée sont encore en route.',
  publish_alias:
    'Publiez cet enregistrement. Il reste pour toujours : {zone} a les clés, et la personne qui gère Postrider les y remplace.',
  other_alias: 'Le DNS montre autre chose sous ce nom. Remplacez-le par cet enregistrement.',
  zone_lacks_key:
    'La personne qui gère Postrider doit publier cet enregistrement dans {zone}. Vous n’avez rien à faire.',
  aliases_in_use:
    'Les deux alias servent : une clé signe, et une autre attend ou a été retirée il y a moins d’une semaine. Réessayez plus tard, ou supprimez d’abord cette clé.',
  key_destroyed:
    'La moitié privée de cette clé est détruite ; elle ne peut plus jamais signer. Créez de nouvelles clés.',
  no_zone:
    'is_delegated: cette installation n’a pas de zone pour les clés. Définissez d’abord DKIM_ZONE, ou omettez ce champ.',
  return_path_missing:
    'Les rejets vont à ce domaine. Faites-le pointer vers la machine qui écoute sur BOUNCE_PORT.',
  return_path_elsewhere:
    'Les rejets vont à ce domaine, mais ses serveurs de messagerie ne sont pas ceux de {installation} ; ils n’arrivent donc pas ici.',
  dmarc_missing:
    'Les grands fournisseurs de messagerie exigent un enregistrement DMARC de ceux qui envoient beaucoup d’e‑mails.',
  dmarc_several: 'Il y a {count} enregistrements, mais un seul est permis.',
  dmarc_no_policy: 'L’enregistrement n’a pas de politique. Ajoutez p=none, p=quarantine ou p=reject.',
  dns_late: 'Le DNS n’a pas répondu à temps.',
  dns_failed: 'La requête DNS a échoué ({code}).',
  inbox_only:
    'Les e‑mails restent dans la boîte intégrée, car aucun serveur de messagerie ne les prend. Définissez SMTP_URL ou ajoutez un relais pour écrire à d’autres.',
  spf_lookups: 'Il demande plus de {most} requêtes DNS ; les destinataires s’arrêtent là.',
  spf_void: 'Plus de {most} de ses requêtes DNS ne trouvent rien.',
  spf_several: '{domain} a {count} enregistrements SPF, mais un seul est permis.',
  spf_open: 'Il ne finit pas par ~all ou -all.',
  spf_missing: 'Il n’y a pas d’enregistrement SPF.',
  spf_advice: 'Si votre fournisseur vous donne un mécanisme include:, utilisez-le à la place de a:.',
  unsigned:
    'Les e‑mails ne sont pas signés : cette newsletter n’a pas de clés DKIM pour son domaine. Créez-les dans ses réglages (POST /v1/newsletters/{id}/dkim_keys) et publiez les enregistrements, sauf si votre serveur de messagerie signe.',
  dkim_fault: 'DKIM : {fault:sentence}',
  spf_fault: 'SPF : {fault:sentence}',
  return_path_fault: 'adresse de retour : {fault:sentence}',
  dmarc_fault: 'DMARC : {fault:sentence}',
  dmarc_reports_missing:
    'Ajoutez cette adresse à l’enregistrement DMARC, et les destinataires signalent chaque jour qui envoie des e‑mails en votre nom. Postrider lit les rapports.',
  tls_reports_missing:
    'Avec cet enregistrement, les expéditeurs signalent si des e‑mails vers {domain} ne peuvent pas être chiffrés. Postrider lit les rapports.',
  mta_sts_missing:
    'Avec cet enregistrement et une politique à https://mta-sts.{domain}/.well-known/mta-sts.txt, les autres serveurs chiffrent les e‑mails vers {domain} ou ne les remettent pas. Publiez d’abord la politique.',
  mta_sts_no_id:
    'L’enregistrement n’a pas d’id d’au plus 32 lettres et chiffres. Changez l’id à chaque changement de la politique.',
  policy_unreachable: 'La politique ne peut pas être lue : {reason:sentence} Publiez-y ce texte.',
  policy_status:
    'L’adresse répond avec le statut {status}, mais doit répondre 200, sans redirection. Publiez-y ce texte.',
  policy_version: 'Il lui manque la ligne « version: STSv1 ».',
  policy_type: 'Servez-la en text/plain.',
  policy_mode: 'Son mode doit être enforce, testing ou none.',
  policy_age: 'Son max_age doit être un nombre de secondes d’au plus {most:number}.',
  policy_mx: 'Elle ne nomme pas {host}, qui reçoit les e‑mails du domaine. Ajoutez une ligne « mx: {host} ».',
  policy_not_enforced:
    'Le mode est {mode} ; rien n’est donc imposé. Passez-le à enforce dès qu’aucun rapport d’échec n’arrive.',
  policy_short: 'Portez max_age à au moins {least:number} : une politique plus courte est vite oubliée.',
  bimi_missing:
    'Avec cet enregistrement, certains fournisseurs montrent votre logo à côté de vos e‑mails. La plupart veulent aussi un certificat pour lui (VMC ou CMC).',
  bimi_policy:
    'Les fournisseurs ne montrent un logo que si l’enregistrement DMARC du domaine contient p=quarantine ou p=reject pour tous les e‑mails, y compris les sous-domaines.',
  bimi_declined: 'L’enregistrement dit qu’aucun logo ne doit être montré.',
  bimi_address: 'Son l= doit être une adresse du logo qui commence par https://.',
  bimi_no_certificate:
    'L’enregistrement ne nomme aucun certificat (a=). Gmail et Apple Mail ne montrent le logo qu’avec un certificat (VMC ou CMC).',
  logo_unreachable: 'Le logo ne peut pas être lu : {reason:sentence}',
  logo_status: 'L’adresse du logo répond avec le statut {status}, pas 200.',
  logo_no_svg: 'Le logo n’est pas une image SVG.',
  logo_profile:
    'Le logo n’est pas en SVG Tiny PS : sa racine demande version="1.2" et baseProfile="tiny-ps".',
  logo_title: 'Le logo demande un élément title avec le nom de votre organisation.',
  logo_doctype: 'Le logo ne doit avoir ni DOCTYPE ni entités.',
  logo_element: 'Le logo ne doit pas contenir {name}.',
  logo_reference: 'Le logo ne doit renvoyer à rien d’extérieur.',
  logo_position: 'La racine du logo ne doit avoir ni x ni y.',
  logo_square: 'Le logo devrait être carré : sa viewBox ne l’est pas.',
  permission_missing:
    'Publiez ceci dans le DNS de {bounce_domain}. Sans cela, les destinataires n’y envoient aucun rapport sur {domain}.',
  own_mail_fails:
    'Ces e‑mails viennent d’ici, mais ne passent ni DKIM ni SPF pour {domain}. Créez des clés DKIM pour le domaine, publiez leurs enregistrements, et vérifiez de nouveau le domaine.',
  own_mail_fails_partly:
    'Ces e‑mails viennent d’ici, et certains ne passent ni DKIM ni SPF pour {domain}. Vérifiez que les enregistrements du domaine sont dans le DNS.',
  forwarded_mail:
    'Ces e‑mails d’ici sont transférés, par exemple par une liste de diffusion ou un lecteur qui a changé d’adresse. Leur signature compte toujours ; il n’y a rien à faire.',
  service_may_send: 'Ce service peut envoyer au nom de {domain} : ses e‑mails passent DKIM ou SPF.',
  service_fails_partly:
    'Ce service peut envoyer au nom de {domain}, mais certains de ses e‑mails ne passent ni DKIM ni SPF. Si vous l’utilisez, configurez-y DKIM pour {domain}.',
  service_unknown:
    'Il envoie au nom de {domain}, mais ses e‑mails ne passent ni DKIM ni SPF. Si vous utilisez ce service, configurez-y DKIM pour {domain}. Sinon, quelqu’un utilise votre nom : avec la politique p=quarantine ou p=reject, les destinataires écartent ces e‑mails de vos lecteurs.',
  tls_certificate:
    'Le certificat de ce serveur de messagerie n’est pas accepté. Renouvelez-le, et veillez à ce qu’il nomme le serveur et vienne avec sa chaîne.',
  tls_policy:
    'La politique MTA-STS du domaine ne peut pas être lue ou comprise. Elle doit être à https://mta-sts.{domain}/.well-known/mta-sts.txt.',
  tls_dane:
    'L’enregistrement TLSA de ce serveur de messagerie ne correspond pas à son certificat. Publiez le nouveau, ou supprimez-le.',
  tls_starttls: 'Ce serveur de messagerie ne propose pas STARTTLS.',
  tls_other: 'Le destinataire n’en dit pas plus. Regardez le journal du serveur de messagerie.',
};
