import { userList } from '../upstream/bodies.ts';
import { stubOrganisations } from '../upstream/organisations.ts';

const columns = ['Name', 'Email', 'Department', 'Role', 'Action'];

/** The simplest page: 1,000 users in one HTML table; each key shows or hides rows. */
export function plainTable(): string {
  const rows = userList(stubOrganisations.plain).active_users.map(
    ({ firstname, lastname, email, department_name, role }) => {
      const texts = [`${firstname} ${lastname}`, email, department_name, role.name];
      return `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}<td><button>Deactivate</button></td></tr>`;
    },
  );
  return `<!doctype html><html lang="en"><head><title>Users</title></head><body>
<input type="search" aria-label="Search users">
<table><thead><tr>${columns.map((title) => `<th>${title}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>
<script>
  const rows = Array.from(document.querySelectorAll('tbody tr'), (row) => ({ row, text: row.textContent.toLowerCase() }));
  document.querySelector('input').addEventListener('input', (event) => {
    const search = event.target.value.toLowerCase();
    for (const { row, text } of rows) row.hidden = !text.includes(search);
  });
</script></body></html>`;
}
