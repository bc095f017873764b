import type { palette as english } from '../palette.ts';
import type { Translated } from '../translated.ts';

export const palette: Translated<typeof english> = {
  title: 'Búsqueda y comandos',
  placeholder: 'Busca o ejecuta un comando',
  current: 'Actual',
  pages: 'Ir a',
  emails: 'Correos',
  subscribers: 'Suscriptores',
  actions: 'Acciones',
  settings: 'Ajustes',
  team: 'Equipo',
  you: 'Tú',
  newsletters: 'Boletines',
  nothing: query => `No se encontró nada para «${query}».`,
};
