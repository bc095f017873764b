import type { shortcuts as english } from '../shortcuts.ts';
import type { Translated } from '../translated.ts';
import { formats, tableTools } from './editor.ts';

export const shortcuts: Translated<typeof english> = {
  title: 'Atajos de teclado',
  and_then: 'y después',
  or: 'o',
  groups: {
    everywhere: {
      title: 'En todas partes',
      names: {
        palette: 'Buscar o ejecutar un comando',
        home: 'Ir al inicio',
        emails: 'Ir a los correos',
        feeds: 'Ir a los feeds',
        subscribers: 'Ir a los suscriptores',
        settings: 'Ir a los ajustes',
        write: 'Escribir un correo nuevo',
        switch: 'Cambiar de boletín',
        numbered: 'Cambiar a un boletín por su número',
        help: 'Mostrar estos atajos',
      },
    },
    lists: {
      title: 'En listas',
      names: {
        next: 'Fila siguiente',
        previous: 'Fila anterior',
        choose: 'Seleccionar un correo',
        find: 'Buscar en la lista',
      },
    },
    calendar: {
      title: 'En el calendario',
      names: {
        day_earlier: 'Mover un correo al día anterior',
        day_later: 'Mover un correo al día siguiente',
        week_earlier: 'Mover un correo a la semana anterior',
        week_later: 'Mover un correo a la semana siguiente',
      },
    },
    writing: {
      title: 'Mientras escribes',
      names: {
        review: 'Revisar y enviar',
        insert: 'Insertar algo',
        line_break: 'Saltar de línea dentro de un párrafo',
        deeper: 'Sangrar un punto de una lista',
        less_deep: 'Reducir la sangría de un punto',
        leave: 'Salir del texto',
        complete: 'Sugerir qué se puede rellenar aquí',
        find: 'Buscar y sustituir',
        next_match: 'Coincidencia siguiente',
        previous_match: 'Coincidencia anterior',
        finding: 'Aviso siguiente',
        tidy: 'Ordenar: alinear tablas, numerar notas al pie',
        next_cell: 'Celda siguiente de una tabla',
        previous_cell: 'Celda anterior de una tabla',
        undo: 'Deshacer',
        redo: 'Rehacer',
        selection_back: 'Volver a la selección anterior',
        line_up: 'Subir la línea',
        line_down: 'Bajar la línea',
        copy_up: 'Duplicar la línea encima',
        copy_down: 'Duplicar la línea debajo',
        delete_line: 'Eliminar la línea',
        indent: 'Sangrar',
        outdent: 'Reducir la sangría',
      },
    },
    tables: {
      title: 'En una tabla',
      names: {
        row_up: tableTools.row_up,
        row_down: tableTools.row_down,
        column_left: tableTools.column_left,
        column_right: tableTools.column_right,
        delete_row: tableTools.delete_row,
      },
    },
    moving: {
      title: 'Imágenes, tarjetas y tablas',
      names: {
        block_up: 'Subir la imagen o la tarjeta',
        block_down: 'Bajar la imagen o la tarjeta',
        table_up: 'Subir la tabla',
        table_down: 'Bajar la tabla',
      },
    },
    formatting: {
      title: 'Formato',
      names: {
        ...formats,
        link: 'Enlazar lo seleccionado',
        tools: 'Ir a las herramientas de formato',
      },
    },
    review: { title: 'En la revisión', names: { test: 'Enviarme una prueba' } },
  },
};
