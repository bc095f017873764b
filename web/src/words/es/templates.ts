import { counted } from '../counted.ts';
import type { templates as english, firstTemplates as englishFirst } from '../templates.ts';
import type { Translated } from '../translated.ts';

export const templates: Translated<typeof english> = {
  make: 'Plantilla nueva',
  empty: 'Aún no hay plantillas',
  empty_detail:
    'Un correo nuevo puede partir de una plantilla, con su asunto, texto y destinatarios. Crea una aquí, o guarda un correo como plantilla mientras lo escribes.',
  note: (subject, words) => [subject, counted(words, 'palabra', 'palabras')].filter(Boolean).join(' · '),
  name: 'Nombre',
  subject: 'Asunto',
  subject_hint: '{{ email.secondary_id }} es el número de la edición.',
  body: 'Texto',
  edit: 'Editar',
  edit_title: name => `Cambiar «${name}»`,
  edit_hint: 'Los correos que empezaron con ella quedan como están.',
  more: name => `Más sobre «${name}»`,
  remove: 'Eliminar…',
  made: name => `La plantilla «${name}» se ha guardado.`,
  delete_title: name => `¿Eliminar «${name}»?`,
  delete_detail: 'Los correos que empezaron con ella quedan como están.',
  delete_act: 'Eliminar',
  deleted: name => `«${name}» eliminada.`,
  save_title: 'Guardar como plantilla',
  save_hint:
    'Los correos nuevos pueden empezar con este asunto, texto, tipo de destinatarios, diseño e idioma.',
  save_act: 'Guardar la plantilla',
  begin: 'Empezar con',
  last: 'Como tu último número',
};

export const firstTemplates: Translated<typeof englishFirst> = [
  {
    name: 'Carta',
    detail: 'Saludo, historia y despedida',
    subject: '',
    body: `Hola, {{ subscriber.metadata.first_name | default: "qué tal" }}:

¿Qué ha pasado desde la última carta?

## La historia

Cuenta una cosa, desde su principio.

---

¡Hasta la próxima!`,
  },
  {
    name: 'Lista de lecturas',
    detail: 'Enlaces con un motivo cada uno',
    subject: 'Para leer, n.º {{ email.secondary_id }}',
    body: `¿Qué has leído, y por qué importa?

## Tres lecturas

<a class="bookmark" href="https://"><strong>Título</strong><br>Por qué merece su tiempo</a>

<a class="bookmark" href="https://"><strong>Título</strong><br>Por qué merece su tiempo</a>

<a class="bookmark" href="https://"><strong>Título</strong><br>Por qué merece su tiempo</a>

## En breve

- Una cosa más, en una línea`,
  },
  {
    name: 'Anuncio',
    detail: 'Una noticia y qué hacer',
    subject: '',
    body: `Di la noticia en una frase.

## Qué hay de nuevo

¿Qué cambia para tus lectores, y desde cuándo?

## Por qué

¿Qué te dijeron, o qué aprendiste?

<a class="button" href="https://">Verlo</a>

¿Alguna pregunta? Responde a este correo.`,
  },
  {
    name: 'Entrevista',
    detail: 'Alguien, con sus propias palabras',
    subject: '',
    body: `¿Quién es, y por qué deberían conocerle tus lectores?

## ¿Cómo empezaste?

Su respuesta.

> La frase que la gente recordará.

## ¿En qué trabajas ahora?

Su respuesta.

## ¿Qué deberíamos leer?

Su respuesta.`,
  },
  {
    name: 'Invitación',
    detail: 'Cuándo, dónde y cómo venir',
    subject: 'Acompáñanos:',
    body: `¿Qué pasa, y para quién es?

| | |
| --- | --- |
| Cuándo | Día y hora |
| Dónde | Lugar, o un enlace |
| Precio | Gratis |

<div class="cta"><p>Quedan pocas plazas.</p><p><a class="button" href="https://">Reservar una plaza</a></p></div>

¿No puedes venir? Responde y te hablaré de la próxima.`,
  },
];
