import { counted } from '../counted.ts';
import type { ownForms as english } from '../own-forms.ts';
import type { Translated } from '../translated.ts';

export const ownForms: Translated<typeof english> = {
  title: 'Más formularios',
  make: 'Formulario nuevo',
  empty: 'Aún no hay más formularios',
  empty_detail:
    'Junto al formulario de tu página puedes tener todos los que quieras: para un curso, una página de destino o un cartel. Cada uno tiene sus preguntas y textos, y da etiquetas a quienes se suscriben.',
  more: name => `Más sobre «${name}»`,
  note: (people, confirmed, isClosed) =>
    [
      people === 0
        ? 'nadie aún'
        : `${counted(people, 'persona', 'personas')}, ${counted(confirmed, 'confirmada', 'confirmadas')}`,
      isClosed ? 'cerrado' : '',
    ]
      .filter(Boolean)
      .join(' · '),
  form_title: 'Título',
  slug: 'Final de la dirección',
  slug_hint: slug => `La página está en …/forms/${slug || '…'}`,
  body: 'Texto encima de las preguntas',
  markdown: 'Markdown, como **negrita** y [enlaces](https://example.org).',
  questions: 'Preguntas',
  questions_note:
    'La dirección de correo se pregunta siempre. Las respuestas pasan a los metadatos de la persona.',
  question: place => `Pregunta ${place}`,
  label: 'Qué se pregunta a los lectores',
  name: 'Nombre en los metadatos',
  type: 'Tipo de respuesta',
  types: {
    text: 'Una línea de texto',
    choice: 'Una de varias',
    date: 'Un día',
    consent: 'Una casilla',
  },
  options: 'Qué se puede elegir',
  options_hint: 'Una opción por línea.',
  required: 'Es obligatoria',
  add_question: 'Añadir una pregunta',
  remove_question: label => `Quitar la pregunta «${label}»`,
  remove_short: 'Quitar',
  button: 'Palabra del botón',
  button_hint: 'Déjalo vacío para «Suscribirse».',
  consent: 'Texto debajo del botón',
  consent_hint: 'Se guarda como prueba de lo que aceptó la gente. Déjalo vacío para el texto de tu página.',
  tags: 'Etiquetas para quienes se suscriben',
  opt_in: 'Confirmación por correo',
  opt_ins: {
    usual: 'Como en el boletín',
    yes: 'Hay que confirmar',
    no: 'No hay que confirmar',
  },
  opt_in_hint:
    'Quien envía el formulario sin haber visto la página, como hacen los robots, siempre tiene que confirmar.',
  success: 'Texto después de suscribirse',
  success_hint: 'Déjalo vacío para el texto habitual.',
  redirect: 'Dirección a la que ir en su lugar',
  redirect_hint: 'Déjala vacía para nuestra propia página. Debe empezar por https.',
  limit: 'Máximo de suscripciones por hora',
  limit_hint: 'Para una avalancha de robots. Déjalo vacío para no poner límite.',
  saved: 'El formulario se ha guardado.',
  edit: 'Editar',
  edit_title: 'Cambiar el formulario',
  places: 'Dirección y código',
  done: 'Listo',
  page: 'Dirección de la página',
  code: 'Formulario HTML',
  code_note: 'Los visitantes siempre confirman por correo, porque el código está en tu sitio.',
  frame: 'Marco',
  report: 'Quién se suscribió',
  refused: 'Rechazadas',
  refused_note: 'Suscripciones que se rechazaron desde el primer día del periodo, y por qué.',
  none_refused: 'No se rechazó nada en este periodo.',
  reason: 'Por qué',
  count: 'Cuántas veces',
  reasons: {
    trap: 'Se rellenó un campo que las personas no ven',
    network: 'Demasiadas desde una red',
    address: 'Demasiadas para una dirección',
    captcha: 'No se resolvió el captcha',
    too_fast: 'Enviado más rápido de lo que puede una persona; una persona solo pulsa otra vez',
    full: 'Más personas de las que admite el formulario en una hora',
  },
  close: 'Cerrar',
  open: 'Volver a abrir',
  closed: 'El formulario está cerrado. Su página lo dice.',
  opened: 'El formulario vuelve a estar abierto.',
  remove: 'Eliminar…',
  delete_title: name => `¿Eliminar «${name}»?`,
  delete_detail:
    'Su página desaparece, y el código en otros sitios deja de funcionar. Quien se suscribió con él se queda.',
  delete_act: 'Eliminar',
  deleted: 'El formulario se ha eliminado.',
};
