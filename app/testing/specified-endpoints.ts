/** The addresses and methods that older programs use (R18.21). */
export const specifiedEndpoints = `
GET /api/auth/user
GET /api/login
GET /api/logout
GET /api/test-city-user
GET /api/dashboard/stats
GET /api/permits
GET /api/permits/{id}
POST /api/permits
PATCH /api/permits/{id}
DELETE /api/permits/{id}
GET /api/permits/{id}/files
POST /api/permits/{id}/files
DELETE /api/files/{id}
GET /api/files/{id}/download
GET /api/files/download/{id}
GET /api/cities
GET /api/cities/{id}
POST /api/cities
PUT /api/cities/{id}
PATCH /api/cities/{id}
DELETE /api/cities/{id}
POST /api/cities/{id}/logo
GET /api/cities/{id}/users
POST /api/cities/{id}/users
PUT /api/users/{id}
DELETE /api/users/{id}
POST /api/users/{id}/reset-password
GET /api/city-fees
POST /api/city-fees
PUT /api/city-fees/{id}
GET /api/cities/{id}/pricing
POST /api/cities/{id}/pricing
PUT /api/cities/{id}/pricing/{pricingId}
DELETE /api/cities/{id}/pricing/{pricingId}
GET /api/employees
GET /api/employees/{id}
POST /api/employees
PUT /api/employees/{id}
PATCH /api/employees/{id}
DELETE /api/employees/{id}
POST /api/employees/{id}/reset-password
GET /api/plan-check-assignments
GET /api/permits/{id}/assignments
PUT /api/permits/{id}/assignments
PATCH /api/assignments/{id}
PATCH /api/assignments/{id}/complete
GET /api/permits/{id}/time-entries
POST /api/permits/{id}/time-entries
POST /api/test-assignments
`
  .trim()
  .split("\n");
