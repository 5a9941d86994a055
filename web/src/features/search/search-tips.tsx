/** What a search may contain. */
export const SearchTips = () => (
  <ul className="search-tips">
    <li>All words must match. The last word may be incomplete.</li>
    <li>
      <kbd>"forced labour"</kbd> finds these words in this order.
    </li>
    <li>
      <kbd>coffee -tea</kbd> leaves out results with the word tea.
    </li>
  </ul>
)
