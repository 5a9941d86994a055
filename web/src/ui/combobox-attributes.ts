/** Attributes of an input whose list is loaded later. `ComboboxList` updates them. */
export const comboboxAttributes = (listId: string) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': false,
    'aria-controls': listId,
    autoComplete: 'off',
  }) as const
