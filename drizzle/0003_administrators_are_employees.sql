-- Whoever works for the provider is an employee: administrators made before this have no row yet.
INSERT INTO employees (user_id, created_at, updated_at)
SELECT users.id, users.created_at, users.updated_at
FROM users
WHERE users.role IN ('admin', 'employee')
  AND NOT EXISTS (SELECT 1 FROM employees WHERE employees.user_id = users.id)
ORDER BY users.id;
