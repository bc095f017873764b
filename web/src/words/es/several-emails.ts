import { counted, number } from '../counted.ts';
import type { several_emails as english } from '../several-emails.ts';
import type { Translated } from '../translated.ts';

const emails = (count: number) => counted(count, 'correo', 'correos');

export const several_emails: Translated<typeof english> = {
  acts: {
    duplicate: {
      name: 'Duplicar',
      title: count => `¿Duplicar ${emails(count)}?`,
      will: 'Cada uno pasa a ser un borrador nuevo con el mismo texto y los mismos destinatarios.',
      act: count => `Duplicar ${number(count)}`,
      done: count => counted(count, 'borrador creado.', 'borradores creados.'),
    },
    draft: {
      name: 'Volver a borrador',
      title: count => `¿Volver a borrador ${emails(count)}?`,
      will: 'No se envía nada hasta que vuelvas a programar o enviar.',
      act: count => `Volver a borrador (${number(count)})`,
      done: count => counted(count, 'correo vuelve a ser un borrador.', 'correos vuelven a ser borradores.'),
    },
    pause: {
      name: 'Poner en pausa',
      title: count => `¿Poner en pausa ${emails(count)}?`,
      will: 'El envío se para en dos segundos, y sigue cuando lo reanudes.',
      act: count => `Poner en pausa (${number(count)})`,
      done: count => counted(count, 'correo en pausa.', 'correos en pausa.'),
    },
    resume: {
      name: 'Reanudar',
      title: count => `¿Reanudar ${emails(count)}?`,
      will: 'El envío sigue con quienes aún no lo han recibido.',
      act: count => `Reanudar (${number(count)})`,
      done: count => counted(count, 'correo reanudado.', 'correos reanudados.'),
    },
    hide: {
      name: 'Ocultar de la web',
      title: count => `¿Ocultar ${emails(count)} de la web?`,
      will: 'Tu página pública, su feed y el mapa del sitio dejan de mostrarlos. Los suscriptores conservan sus copias.',
      act: count => `Ocultar ${number(count)}`,
      done: count => counted(count, 'correo oculto de la web.', 'correos ocultos de la web.'),
    },
    show: {
      name: 'Mostrar en la web',
      title: count => `¿Mostrar ${emails(count)} en la web?`,
      will: 'Tu página pública muestra un correo cuando se ha enviado.',
      act: count => `Mostrar ${number(count)}`,
      done: count => counted(count, 'correo visible en la web.', 'correos visibles en la web.'),
    },
    delete: {
      name: 'Eliminar…',
      title: count => `¿Eliminar ${emails(count)}?`,
      will: 'No se envía nada más, y se eliminan los textos y las páginas públicas. Los suscriptores conservan las copias que recibieron. No se puede deshacer.',
      act: count => `Eliminar ${number(count)}`,
      done: count => counted(count, 'correo eliminado.', 'correos eliminados.'),
    },
  },
  stays: count => counted(count, 'correo queda como está', 'correos quedan como están'),
  more_of_them: count => `y ${number(count)} más`,
  why: {
    in_flight: 'Se está enviando.',
    not_in_flight: 'No se está enviando.',
    not_waiting: 'No está programado.',
    hidden: 'No está en la web.',
    shown: 'Ya está en la web.',
    never_shown: 'Sus destinatarios lo dejan fuera de la web.',
    not_yours: 'Solo un propietario o editor puede eliminarlo.',
  },
  progress: (done, all) => `${number(done)} de ${number(all)}`,
  failed: count => `No se pudo cambiar: ${emails(count)}`,
};
