/** TRUE and FALSE as spreadsheets in other languages write them, and the words that people use for yes and no. */
const yes =
  'true yes 1 y x wahr ja vrai oui verdadero sí si vero verdadeiro sim cert waar sant sann sand prawda tak pravda ano áno da tosi kyllä igaz igen adevărat istina doğru evet истина да істина так αληθής ναι'.split(
    ' ',
  );
const no =
  'false no 0 n falsch nein faux non falso não fals onwaar nee falskt nej usann nei falsk fałsz nie nepravda ne epätosi ei hamis nem nu neistina yanlış hayır ложь нет хибність ні ψευδής όχι'.split(
    ' ',
  );

/** Whether a text means yes; null if it means neither yes nor no. Ignores case and the Turkish dot of i. */
export function flagOf(text: string): boolean | null {
  const words = [text.trim().toLowerCase(), text.trim().toLocaleLowerCase('tr')];
  if (words[0] === '' || words.some((word) => no.includes(word))) return false;
  return words.some((word) => yes.includes(word)) ? true : null;
}
